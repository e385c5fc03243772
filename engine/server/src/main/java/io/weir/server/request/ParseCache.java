package io.weir.server.request;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * A cache of parsed header values, for values that clients send again and again.
 *
 * <p>Direct-mapped and of fixed size: texts with the same slot replace each other, which costs only
 * time. Long texts are not cached. The parser must depend on the text alone, and its results must
 * be immutable.
 *
 * <p>Any thread. Two threads that miss at the same time both parse.
 */
public final class ParseCache<T> {

  private static final int SLOTS = 64;
  private static final int LONGEST = 256;

  private final AtomicReferenceArray<Parsed<T>> slots = new AtomicReferenceArray<>(SLOTS);
  private final Function<String, T> parse;

  private record Parsed<T>(String text, T value) {}

  public ParseCache(Function<String, T> parse) {
    this.parse = parse;
  }

  /** Returns the parsed text. Fails as the parser does; a failure is not cached. */
  public T of(String text) {
    var hash = text.hashCode();
    var slot = (hash ^ hash >>> 16) & SLOTS - 1;
    var known = slots.getAcquire(slot);
    if (known != null && known.text.equals(text)) {
      return known.value;
    }
    var value = parse.apply(text);
    if (text.length() <= LONGEST) {
      slots.setRelease(slot, new Parsed<>(text, value));
    }
    return value;
  }
}
