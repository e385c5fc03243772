package io.weir.search.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.SearchJson;
import io.weir.api.search.SearchDefinition;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a table's search as a setting of the table: the id, a blank, the definition as
 * JSON.
 *
 * @param id 16 hexadecimal digits, new for each first declaration
 */
public record StoredSearch(String id, SearchDefinition definition) {

  /** The name of the setting. */
  public static final String SETTING = "search";

  private static final int ID_UNITS = 16;
  private static final Pattern ID = Pattern.compile("[0-9a-f]{" + ID_UNITS + "}");

  /** Returns a declaration with an id of its own. */
  public static StoredSearch first(SearchDefinition definition, RandomGenerator random) {
    return new StoredSearch(String.format("%016x", random.nextLong()), definition);
  }

  /** Returns the text of the declaration among the settings of a table. */
  public static Optional<String> textIn(Map<String, String> settings) {
    return Optional.ofNullable(settings.get(SETTING)).filter(text -> !text.isEmpty());
  }

  /**
   * Returns the id at the beginning of a declaration, also of one whose definition cannot be read.
   */
  public static String idOf(String text) {
    return text.substring(0, Math.min(text.length(), ID_UNITS));
  }

  /** Returns whether a text is an id of a declaration. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /**
   * Reads a declaration. Fails with {@code InternalError} for a text that {@link #text} did not
   * make.
   */
  public static StoredSearch parse(String text) {
    if (!isId(idOf(text))) {
      throw notReadable(null);
    }
    try {
      return new StoredSearch(
          idOf(text), SearchJson.read(text.substring(ID_UNITS + 1).getBytes(UTF_8)));
    } catch (TableServiceException | IndexOutOfBoundsException e) {
      throw notReadable(e);
    }
  }

  private static ServiceFailedException notReadable(@Nullable RuntimeException cause) {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, "setting=" + SETTING + " reason=notReadable", cause);
  }

  /** Returns the text of the declaration. */
  public String text() {
    return id + ' ' + new String(SearchJson.write(definition), UTF_8);
  }

  /** Returns the change of the table's settings. */
  public Map<String, String> toSetting() {
    return Map.of(SETTING, text());
  }

  /** Returns the change that removes the declaration. */
  public static Map<String, String> removal() {
    return Map.of(SETTING, "");
  }
}
