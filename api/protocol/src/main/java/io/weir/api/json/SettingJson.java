package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableSetting;
import java.util.Map;
import tools.jackson.core.type.TypeReference;

/**
 * The JSON object of a table's setting, with its members: {@code {"property":"ExpiresAt"}},
 * {@code {"beforeImages":true}}. Any thread.
 */
public final class SettingJson {

  private static final JsonForm<Map<String, Object>> FORM =
      new JsonForm<>("setting", new TypeReference<>() {});

  private SettingJson() {}

  /** Returns the object. */
  public static <T> byte[] write(TableSetting<T> setting, T value) {
    return FORM.write(setting.write(value));
  }

  /** Returns the object as text. */
  public static <T> String text(TableSetting<T> setting, T value) {
    return new String(write(setting, value), UTF_8);
  }

  /**
   * Reads the object. Fails with {@code InvalidInput} when the body is no object or has a null, and
   * as {@link TableSetting#read} does.
   */
  public static <T> T read(TableSetting<T> setting, byte[] body) {
    return setting.read(FORM.readRequest(body));
  }
}
