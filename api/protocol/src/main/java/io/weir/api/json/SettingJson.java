package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableSetting;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;

/** The JSON object of a table's setting, with its members: {@code {"property":"ExpiresAt"}}, {@code {"beforeImages":true}}. Any thread. */
public final class SettingJson {

  private SettingJson() {}

  /** Returns the object. */
  public static <T> byte[] write(TableSetting<T> setting, T value) {
    return Json.object(json -> setting.write(value).forEach((name, member) -> {
      json.writeName(name);
      if (member instanceof Boolean flag) {
        json.writeBoolean(flag);
      } else {
        json.writeString((String) member);
      }
    }));
  }

  /** Returns the object as text. */
  public static <T> String text(TableSetting<T> setting, T value) {
    return new String(write(setting, value), UTF_8);
  }

  /**
   * Reads the object. Fails with {@code InvalidInput} when the body is no object of texts and booleans, each of another name, and as {@link
   * TableSetting#read} does.
   */
  public static <T> T read(TableSetting<T> setting, byte[] body) {
    return Json.read(body, 0, body.length, json -> setting.read(members(setting, json)));
  }

  private static Map<String, Object> members(TableSetting<?> setting, JsonParser json) {
    Json.begin(json);
    var members = new LinkedHashMap<String, Object>();
    for (var name = json.nextName(); name != null; name = json.nextName()) {
      var value = value(setting, json);
      if (members.put(name, value) != null) {
        throw setting.unexpected();
      }
    }
    return members;
  }

  private static Object value(TableSetting<?> setting, JsonParser json) {
    return switch (json.nextToken()) {
      case VALUE_STRING -> json.getString();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw setting.unexpected();
    };
  }
}
