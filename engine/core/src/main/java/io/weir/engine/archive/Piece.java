package io.weir.engine.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A part of the log in an archive. Its file is a segment of its own, see
 * {@link io.weir.engine.log.LogExcerpt}, and never changes.
 *
 * @param chain number of the chain to which it belongs
 * @param from position at which its first frame begins
 * @param to position at which its last frame ends
 */
record Piece(long chain, long from, long to) {

  private static final Pattern NAME =
      Pattern.compile("([0-9a-f]{8})-([0-7][0-9a-f]{15})-([0-7][0-9a-f]{15})\\.log");
  private static final int HEX = 16;

  /** Returns the piece whose file has this name; empty for another file. */
  static Optional<Piece> named(String file) {
    var name = NAME.matcher(file);
    return name.matches()
        ? Optional.of(new Piece(
            Long.parseLong(name.group(1), HEX),
            Long.parseLong(name.group(2), HEX),
            Long.parseLong(name.group(3), HEX)))
        : Optional.empty();
  }

  String file() {
    return String.format("%08x-%016x-%016x.log", chain, from, to);
  }

  long bytes() {
    return to - from;
  }

  /** Whether all of another piece is in this one. */
  boolean covers(Piece other) {
    return chain == other.chain && from <= other.from && other.to <= to;
  }

  /**
   * Returns the pieces of a chain that give the log around a position without a gap, in order; none
   * if no piece holds the position. Pieces that others cover are left out.
   */
  static List<Piece> around(List<Piece> all, long chain, long position) {
    var run = new ArrayList<Piece>();
    var ordered = all.stream()
        .filter(each -> each.chain == chain)
        .sorted(Comparator.comparingLong(Piece::from).thenComparing(each -> -each.to))
        .toList();
    for (var piece : ordered) {
      var end = run.isEmpty() ? piece.from : run.get(run.size() - 1).to;
      if (piece.from > end && end >= position) {
        break;
      }
      if (piece.from > end) {
        run.clear();
      }
      if (run.isEmpty() || piece.to > end) {
        run.add(piece);
      }
    }
    return run.isEmpty() || run.get(0).from > position || run.get(run.size() - 1).to < position
        ? List.of()
        : List.copyOf(run);
  }
}
