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

/**
 * The declaration of a table's search as a setting of the table: the id, a blank, the definition as JSON.
 *
 * @param id 16 hexadecimal digits, new for each first declaration
 */
public record StoredSearch(String id, SearchDefinition definition) {

  /** The name of the setting. */
  public static final String SETTING = "search";

  private static final int ID_UNITS = 16;

  /** Returns a declaration with an id of its own. */
  public static StoredSearch first(SearchDefinition definition, RandomGenerator random) {
    return new StoredSearch(String.format("%016x", random.nextLong()), definition);
  }

  /** Returns the declaration among the settings of a table. */
  public static Optional<StoredSearch> in(Map<String, String> settings) {
    return Optional.ofNullable(settings.get(SETTING))
        .filter(text -> !text.isEmpty())
        .map(StoredSearch::parse);
  }

  private static StoredSearch parse(String text) {
    try {
      return new StoredSearch(
          text.substring(0, ID_UNITS),
          SearchJson.read(text.substring(ID_UNITS + 1).getBytes(UTF_8)));
    } catch (TableServiceException | IndexOutOfBoundsException e) {
      throw new ServiceFailedException(
          ErrorCode.INTERNAL_ERROR, "setting=" + SETTING + " reason=notReadable", e);
    }
  }

  /** Returns the declaration of another definition of this search. */
  public StoredSearch with(SearchDefinition other) {
    return new StoredSearch(id, other);
  }

  /** Returns the change of the table's settings. */
  public Map<String, String> toSetting() {
    return Map.of(SETTING, id + ' ' + new String(SearchJson.write(definition), UTF_8));
  }

  /** Returns the change that removes the declaration. */
  public static Map<String, String> removal() {
    return Map.of(SETTING, "");
  }
}
