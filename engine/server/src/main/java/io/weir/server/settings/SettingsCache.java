package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A cache of parsed settings. A stored text is parsed again only after it has changed.
 *
 * <p>Any thread. Threads that see the same change at the same time may each parse the text; their
 * results are equal. The cache holds one value per key whose last text was not empty.
 *
 * @param <K> identifies the setting
 * @param <T> the parsed value; immutable
 */
final class SettingsCache<K, T> {

  private final Map<K, Entry<T>> entries = new ConcurrentHashMap<>();
  private final Function<byte[], T> reader;
  private final T none;

  /**
   * Creates an empty cache.
   *
   * @param reader parses UTF-8 bytes
   * @param none the value of an empty text
   */
  SettingsCache(Function<byte[], T> reader, T none) {
    this.reader = reader;
    this.none = none;
  }

  /** Returns the parsed value of a text. Fails as the reader does. */
  T of(K key, String text) {
    if (text.isEmpty()) {
      entries.remove(key);
      return none;
    }
    var entry = entries.get(key);
    if (entry == null || !entry.text.equals(text)) {
      entry = new Entry<>(text, reader.apply(text.getBytes(UTF_8)));
      entries.put(key, entry);
    }
    return entry.value;
  }

  private record Entry<T>(String text, T value) {}
}
