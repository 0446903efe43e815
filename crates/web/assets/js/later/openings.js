// The names of well-known openings, by their moves.

/** A name and moves that lead to it; a name behind a dash is a variation of the last one without. */
const LINES = `
King's Pawn Game: e4
Open Game: e4 e5
King's Knight Opening: e4 e5 Nf3
Damiano Defense: e4 e5 Nf3 f6
Latvian Gambit: e4 e5 Nf3 f5
Elephant Gambit: e4 e5 Nf3 d5
Philidor Defense: e4 e5 Nf3 d6
Petrov Defense: e4 e5 Nf3 Nf6
- Classical Attack: e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4
- Stafford Gambit: e4 e5 Nf3 Nf6 Nxe5 Nc6
- Three Knights: e4 e5 Nf3 Nf6 Nc3
- Steinitz Attack: e4 e5 Nf3 Nf6 d4
Three Knights Opening: e4 e5 Nf3 Nc6 Nc3
Four Knights Game: e4 e5 Nf3 Nc6 Nc3 Nf6
- Spanish: e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5
- Scotch: e4 e5 Nf3 Nc6 Nc3 Nf6 d4
- Halloween Gambit: e4 e5 Nf3 Nc6 Nc3 Nf6 Nxe5
Ponziani Opening: e4 e5 Nf3 Nc6 c3
Scotch Game: e4 e5 Nf3 Nc6 d4
- Classical: e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5
- Schmidt Variation: e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6
- Mieses Variation: e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5
- Steinitz Variation: e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Qh4
- Scotch Gambit: e4 e5 Nf3 Nc6 d4 exd4 Bc4
- Göring Gambit: e4 e5 Nf3 Nc6 d4 exd4 c3
Italian Game: e4 e5 Nf3 Nc6 Bc4
- Hungarian Defense: e4 e5 Nf3 Nc6 Bc4 Be7
- Giuoco Piano: e4 e5 Nf3 Nc6 Bc4 Bc5
- Giuoco Pianissimo: e4 e5 Nf3 Nc6 Bc4 Bc5 d3
- Main Line: e4 e5 Nf3 Nc6 Bc4 Bc5 c3
- Evans Gambit: e4 e5 Nf3 Nc6 Bc4 Bc5 b4
- Two Knights Defense: e4 e5 Nf3 Nc6 Bc4 Nf6
- Two Knights, Modern: e4 e5 Nf3 Nc6 Bc4 Nf6 d3
- Two Knights, Open: e4 e5 Nf3 Nc6 Bc4 Nf6 d4
- Two Knights, Knight Attack: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5
- Traxler Counterattack: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Bc5
- Fried Liver Attack: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7
- Two Knights, Polerio Defense: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5
Ruy Lopez: e4 e5 Nf3 Nc6 Bb5
- Berlin Defense: e4 e5 Nf3 Nc6 Bb5 Nf6
- Berlin Wall: e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5
- Schliemann Defense: e4 e5 Nf3 Nc6 Bb5 f5
- Bird Defense: e4 e5 Nf3 Nc6 Bb5 Nd4
- Classical Defense: e4 e5 Nf3 Nc6 Bb5 Bc5
- Cozio Defense: e4 e5 Nf3 Nc6 Bb5 Nge7
- Smyslov Defense: e4 e5 Nf3 Nc6 Bb5 g6
- Steinitz Defense: e4 e5 Nf3 Nc6 Bb5 d6
- Morphy Defense: e4 e5 Nf3 Nc6 Bb5 a6
- Exchange Variation: e4 e5 Nf3 Nc6 Bb5 a6 Bxc6
- Modern Steinitz Defense: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6
- Open: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4
- Arkhangelsk: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O b5 Bb3 Bb7
- Closed: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
- Closed, Marshall Attack: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5
- Closed, Main Line: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3
- Chigorin Defense: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5
- Breyer Defense: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8
- Zaitsev Defense: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Bb7
Bishop's Opening: e4 e5 Bc4
Vienna Game: e4 e5 Nc3
- Falkbeer Variation: e4 e5 Nc3 Nf6
- Vienna Gambit: e4 e5 Nc3 Nf6 f4
Center Game: e4 e5 d4
- Danish Gambit: e4 e5 d4 exd4 c3
King's Gambit: e4 e5 f4
- Accepted: e4 e5 f4 exf4
- Accepted, King's Knight: e4 e5 f4 exf4 Nf3
- Accepted, Bishop's Gambit: e4 e5 f4 exf4 Bc4
- Accepted, Kieseritzky Gambit: e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5
- Declined: e4 e5 f4 Bc5
- Falkbeer Countergambit: e4 e5 f4 d5
Parham Attack: e4 e5 Qh5
Sicilian Defense: e4 c5
- Closed: e4 c5 Nc3
- Grand Prix Attack: e4 c5 Nc3 Nc6 f4
- Alapin Variation: e4 c5 c3
- Smith-Morra Gambit: e4 c5 d4 cxd4 c3
- Wing Gambit: e4 c5 b4
- Bowdler Attack: e4 c5 Bc4
- Rossolimo Variation: e4 c5 Nf3 Nc6 Bb5
- Moscow Variation: e4 c5 Nf3 d6 Bb5+
- Open: e4 c5 Nf3 d6 d4 cxd4 Nxd4
- Najdorf Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
- Najdorf, English Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3
- Najdorf, Main Line: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5
- Najdorf, Fischer-Sozin: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bc4
- Najdorf, Opocensky: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2
- Dragon Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
- Dragon, Yugoslav Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3
- Classical: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
- Richter-Rauzer: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5
- Scheveningen Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6
- Keres Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6 g4
- Accelerated Dragon: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
- Maroczy Bind: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4
- Sveshnikov Variation: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
- Kalashnikov Variation: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5
- Taimanov Variation: e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6
- Kan Variation: e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
- Four Knights: e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
- Hyperaccelerated Dragon: e4 c5 Nf3 g6
French Defense: e4 e6
- Main Line: e4 e6 d4 d5
- Advance Variation: e4 e6 d4 d5 e5
- Exchange Variation: e4 e6 d4 d5 exd5
- Tarrasch Variation: e4 e6 d4 d5 Nd2
- Paulsen Variation: e4 e6 d4 d5 Nc3
- Rubinstein Variation: e4 e6 d4 d5 Nc3 dxe4
- Winawer Variation: e4 e6 d4 d5 Nc3 Bb4
- Winawer, Main Line: e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3
- Classical: e4 e6 d4 d5 Nc3 Nf6
- Steinitz Variation: e4 e6 d4 d5 Nc3 Nf6 e5
- Burn Variation: e4 e6 d4 d5 Nc3 Nf6 Bg5 dxe4
- MacCutcheon Variation: e4 e6 d4 d5 Nc3 Nf6 Bg5 Bb4
- King's Indian Attack: e4 e6 d3
Caro-Kann Defense: e4 c6
- Main Line: e4 c6 d4 d5 Nc3 dxe4 Nxe4
- Classical: e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
- Karpov Variation: e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7
- Tartakower Variation: e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ exf6
- Advance Variation: e4 c6 d4 d5 e5
- Exchange Variation: e4 c6 d4 d5 exd5 cxd5
- Panov Attack: e4 c6 d4 d5 exd5 cxd5 c4
- Fantasy Variation: e4 c6 d4 d5 f3
- Two Knights Attack: e4 c6 Nc3 d5 Nf3
Scandinavian Defense: e4 d5
- Main Line: e4 d5 exd5 Qxd5 Nc3 Qa5
- Modern Variation: e4 d5 exd5 Nf6
- Icelandic Gambit: e4 d5 exd5 Nf6 c4 e6
Pirc Defense: e4 d6 d4 Nf6 Nc3 g6
- Austrian Attack: e4 d6 d4 Nf6 Nc3 g6 f4
- Classical: e4 d6 d4 Nf6 Nc3 g6 Nf3
Modern Defense: e4 g6
Alekhine Defense: e4 Nf6
- Four Pawns Attack: e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 f4
- Modern Variation: e4 Nf6 e5 Nd5 d4 d6 Nf3
Nimzowitsch Defense: e4 Nc6
Owen Defense: e4 b6
Queen's Pawn Game: d4
Closed Game: d4 d5
- Zukertort Variation: d4 d5 Nf3
- London System: d4 d5 Bf4
- London System: d4 Nf6 Bf4
- London System: d4 d5 Nf3 Nf6 Bf4
- Colle System: d4 d5 Nf3 Nf6 e3
- Torre Attack: d4 Nf6 Nf3 e6 Bg5
- Veresov Attack: d4 d5 Nc3 Nf6 Bg5
Trompowsky Attack: d4 Nf6 Bg5
Blackmar-Diemer Gambit: d4 d5 e4
Englund Gambit: d4 e5
Queen's Gambit: d4 d5 c4
- Accepted: d4 d5 c4 dxc4
- Albin Countergambit: d4 d5 c4 e5
- Chigorin Defense: d4 d5 c4 Nc6
- Baltic Defense: d4 d5 c4 Bf5
- Declined: d4 d5 c4 e6
- Declined, Exchange: d4 d5 c4 e6 Nc3 Nf6 cxd5
- Declined, Orthodox: d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7
- Declined, Ragozin: d4 d5 c4 e6 Nc3 Nf6 Nf3 Bb4
- Declined, Vienna: d4 d5 c4 e6 Nc3 Nf6 Nf3 dxc4
- Declined, Lasker Defense: d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 Ne4
- Declined, Cambridge Springs: d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 e3 c6 Nf3 Qa5
- Tarrasch Defense: d4 d5 c4 e6 Nc3 c5
- Semi-Tarrasch Defense: d4 d5 c4 e6 Nc3 Nf6 Nf3 c5
Slav Defense: d4 d5 c4 c6
- Exchange Variation: d4 d5 c4 c6 cxd5 cxd5
- Czech Variation: d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
- Chebanenko Variation: d4 d5 c4 c6 Nf3 Nf6 Nc3 a6
Semi-Slav Defense: d4 d5 c4 c6 Nf3 Nf6 Nc3 e6
- Meran Variation: d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5
- Botvinnik Variation: d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 dxc4
- Moscow Variation: d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 h6
Indian Defense: d4 Nf6
- Knights Variation: d4 Nf6 Nf3
Nimzo-Indian Defense: d4 Nf6 c4 e6 Nc3 Bb4
- Classical: d4 Nf6 c4 e6 Nc3 Bb4 Qc2
- Rubinstein Variation: d4 Nf6 c4 e6 Nc3 Bb4 e3
- Sämisch Variation: d4 Nf6 c4 e6 Nc3 Bb4 a3
- Leningrad Variation: d4 Nf6 c4 e6 Nc3 Bb4 Bg5
Queen's Indian Defense: d4 Nf6 c4 e6 Nf3 b6
- Petrosian Variation: d4 Nf6 c4 e6 Nf3 b6 a3
- Fianchetto Variation: d4 Nf6 c4 e6 Nf3 b6 g3
Bogo-Indian Defense: d4 Nf6 c4 e6 Nf3 Bb4+
Catalan Opening: d4 Nf6 c4 e6 g3
- Closed: d4 Nf6 c4 e6 g3 d5 Bg2 Be7
- Open: d4 Nf6 c4 e6 g3 d5 Bg2 dxc4
King's Indian Defense: d4 Nf6 c4 g6 Nc3 Bg7
- Main Line: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6
- Classical: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5
- Mar del Plata: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7
- Sämisch Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3
- Four Pawns Attack: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4
- Averbakh Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5
- Fianchetto Variation: d4 Nf6 c4 g6 Nf3 Bg7 g3
Grünfeld Defense: d4 Nf6 c4 g6 Nc3 d5
- Exchange Variation: d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3
- Russian System: d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3
- Bf4 System: d4 Nf6 c4 g6 Nc3 d5 Bf4
Benoni Defense: d4 Nf6 c4 c5
- Modern Benoni: d4 Nf6 c4 c5 d5 e6
- Czech Benoni: d4 Nf6 c4 c5 d5 e5
- Old Benoni: d4 c5
Benko Gambit: d4 Nf6 c4 c5 d5 b5
Old Indian Defense: d4 Nf6 c4 d6
Budapest Gambit: d4 Nf6 c4 e5
Dutch Defense: d4 f5
- Staunton Gambit: d4 f5 e4
- Leningrad Variation: d4 f5 g3 Nf6 Bg2 g6
- Stonewall Variation: d4 f5 g3 Nf6 Bg2 e6 Nf3 d5
- Classical: d4 f5 c4 Nf6 g3 e6 Bg2 Be7
English Opening: c4
- Reversed Sicilian: c4 e5
- Four Knights: c4 e5 Nc3 Nf6 Nf3 Nc6
- Symmetrical: c4 c5
- Mikenas-Carls: c4 Nf6 Nc3 e6 e4
- Anglo-Indian Defense: c4 Nf6
Zukertort Opening: Nf3
Réti Opening: Nf3 d5 c4
King's Indian Attack: Nf3 d5 g3
Bird Opening: f4
- From Gambit: f4 e5
Nimzo-Larsen Attack: b3
Polish Opening: b4
Grob Opening: g4
Benko Opening: g3
Van Geet Opening: Nc3
`;

/**
 * What the order of the moves does not change: those of either side. Nearly all transpositions of an opening have the same; the moves of
 * two openings with the same that are not the same position are not known.
 */
function movesOfSides(sans) {
  const side = (first) => sans.filter((_, ply) => ply % 2 === first).sort().join(" ");
  return `${side(0)}/${side(1)}`;
}

/** The openings, each as `[name, moves]`. */
export const OPENINGS = LINES.trim().split("\n").reduce((known, line) => {
  const [name, moves] = line.split(": ");
  const [family] = known.at(-1)?.[0].split(": ") ?? [];
  return [...known, [name.replace(/^- /, `${family}: `), moves.split(" ")]];
}, []);
const NAMES = new Map(OPENINGS.map(([name, moves]) => [movesOfSides(moves), name]));
const LONGEST = Math.max(...OPENINGS.map(([, moves]) => moves.length));

/** The name of the opening with these moves from the start of chess: that of the longest line that is in the table; null if none is. */
export function openingOf(sans) {
  for (let count = Math.min(sans.length, LONGEST); count > 0; count -= 1) {
    const name = NAMES.get(movesOfSides(sans.slice(0, count)));
    if (name) return name;
  }
  return null;
}
