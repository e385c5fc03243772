package io.weir.server.request;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * What a few texts were parsed to: values of headers that clients send again and again.
 *
 * <p>Direct-mapped and of fixed size: texts that fall into one slot push each other out, which costs time and nothing else. Long ones
 * are not kept. Parsing must depend on the text alone, and what it answers must not change.
 *
 * <p>Any thread. Two that miss at once both parse.
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

  /** Fails as the parsing does; then nothing is kept. */
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
