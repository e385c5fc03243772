package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What stored texts say, so that each is read when it was changed and not for each request.
 *
 * <p>Any thread. Threads that find a text changed at the same time read it each, to the same result. There is one reading for each key
 * whose text was last seen to be there.
 *
 * @param <K> names what the text is about
 * @param <T> what a text is read into; immutable
 */
final class ParseCache<K, T> {

  private final Map<K, Reading<T>> readings = new ConcurrentHashMap<>();
  private final Function<byte[], T> reader;
  private final T none;

  /**
   * Nothing read yet.
   *
   * @param reader takes UTF-8
   * @param none what an empty text stands for
   */
  ParseCache(Function<byte[], T> reader, T none) {
    this.reader = reader;
    this.none = none;
  }

  /** What the text of this key says. Fails as the reader does. */
  T of(K key, String text) {
    if (text.isEmpty()) {
      readings.remove(key);
      return none;
    }
    var known = readings.get(key);
    if (known == null || !known.text.equals(text)) {
      known = new Reading<>(text, reader.apply(text.getBytes(UTF_8)));
      readings.put(key, known);
    }
    return known.value;
  }

  private record Reading<T>(String text, T value) {}
}
