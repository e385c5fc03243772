package io.weir.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/** The names that somebody may have meant who wrote another. */
final class SimilarNames {

  private static final int MOST = 3;

  private SimilarNames() {}

  /**
   * Returns the names that differ from a text by few letters, at most a third of them, the most
   * similar first.
   */
  static List<String> of(String written, Collection<String> names) {
    ToIntFunction<String> distance = name -> distance(written, name);
    return names.stream()
        .filter(name -> distance.applyAsInt(name) <= Math.max(1, name.length() / 3))
        .sorted(Comparator.comparingInt(distance).thenComparing(Comparator.naturalOrder()))
        .limit(MOST)
        .toList();
  }

  /**
   * Returns the number of letters to insert, remove, replace, or swap with the next one, that makes
   * one text of the other. Source: the optimal string alignment distance.
   */
  static int distance(String one, String other) {
    var rows = new int[one.length() + 1][other.length() + 1];
    for (var i = 0; i <= one.length(); i++) {
      for (var j = 0; j <= other.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : least(rows, one, other, i, j);
      }
    }
    return rows[one.length()][other.length()];
  }

  private static int least(int[][] rows, String one, String other, int i, int j) {
    var replaced = rows[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
    var least = Math.min(replaced, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
    var swapped = i > 1
        && j > 1
        && one.charAt(i - 1) == other.charAt(j - 2)
        && one.charAt(i - 2) == other.charAt(j - 1);
    return swapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
  }
}
