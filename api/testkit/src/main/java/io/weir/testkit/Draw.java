package io.weir.testkit;

import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.function.Supplier;

/**
 * The random choices for one input. The same seed gives the same choices. Belongs to one thread.
 */
public final class Draw {

  private static final List<String> PIECES = List.of(
      "a", "B", "_", "7", "é", "中", "😀", "'", "''", "\"", "\\", "/", "%", "%27", "+", " ", "#",
      "?", "\t", "\u0000", "\u0085", "\ud800", "-", ".", "(", ")", ",", "=", "&", "\r\n");

  private final SplittableRandom random;

  Draw(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns a number from zero up to, but not including, the bound. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** Returns true once in this many calls, on average. */
  public boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  public long number() {
    return random.nextLong();
  }

  @SafeVarargs
  public final <T> T of(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  public <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /**
   * Returns text of at most this many pieces: letters and characters that grammars treat specially.
   */
  public String text(int pieces) {
    return times(below(pieces + 1), "", () -> of(PIECES));
  }

  /** Returns a short plain word. */
  public String word() {
    return of("a", "A", "Name", "N1", "_x", "PartitionKey", "RowKey", "Timestamp", "é");
  }

  /** Returns a number as text, sometimes at the limits of the types' ranges. */
  public String numeral() {
    return of(
        Integer.toString(below(10)),
        Integer.toString((int) number()),
        Long.toString(number()),
        "-0",
        "007",
        "2147483648",
        "9223372036854775808",
        Double.toString(Double.longBitsToDouble(number())),
        "1e999",
        ".5",
        "5.");
  }

  /** Returns this many results of {@code one}, joined. */
  public String times(int count, String between, Supplier<String> one) {
    var joined = new StringJoiner(between);
    for (var i = 0; i < count; i++) {
      joined.add(one.get());
    }
    return joined.toString();
  }
}
