// The dialog that takes a score apart: the moves to the position at the end of its line, the terms, each piece's worth, and ten questions.

import { post } from "../api.js";
import { button, element, openDialog } from "../dom.js";
import { EvaluationPanel } from "./evaluation.js";
import { QuestionsPanel } from "./questions.js";

/**
 * Opens the dialog for the position after a line of moves. `score` is the score of a search with that evaluator, from the point of view
 * of the player with index `side`. The evaluator is undefined if the score came without its line, from a file or a link.
 */
export async function openApart({ game, place, line, evaluator, side, score = null, isBound = false }) {
  const after = { ...place, moves: [...place.moves, ...line] };
  const [answer, position] = await Promise.all([post("/evaluate", { ...after, questions: true }), post("/legal-moves", after)]);
  const sans = position.history.slice(place.moves.length).map(({ san }) => san);
  const light = (squares) => evaluation.board.light(squares);
  const evaluation = new EvaluationPanel(light, { answer, game, position, side, found: { score, evaluator, isBound } });
  const questions = new QuestionsPanel(light);
  evaluation.show(evaluator);
  questions.show(answer, position);
  const moves = element("p", { class: "line" }, sans.length === 0 ? "The position on the board" : `After ${sans.join(" ")}`);
  const close = button("Close", () => host.close());
  const host = openDialog("The position taken apart", { class: "apart" }, element("h2", {}, "Where the score comes from"), moves, evaluation.host, questions.host, close);
}
