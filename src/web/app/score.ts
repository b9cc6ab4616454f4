// Scores as people read them.

/** A lead in squares, with its sign. */
export const scoreText = (score: number): string => (score > 0 ? "+" : score < 0 ? "−" : "") + Math.abs(score).toFixed(1);
