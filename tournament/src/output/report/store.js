// The data of the page: the summary, and the games. The details of a game are
// a line of text until the game is opened.

const stored = (id) => byId(id).textContent;

let data = JSON.parse(stored("data"));
const games = [];
const byNumber = new Map();

/** Adds the rows of games that are new, and the lines of their details. */
function addGames(rows, lines) {
  rows.forEach((row, i) => {
    if (byNumber.has(row.n)) return;
    row.line = lines[i];
    games.push(row);
    byNumber.set(row.n, row);
  });
}

addGames(JSON.parse(stored("games")), stored("details").split("\n"));

const nameOf = (place) => data.players[place].name;

/** The moves of a game after its opening, without parsing its details. */
const movesIn = ({ line }) => line.slice(6, line.indexOf('"', 6));
