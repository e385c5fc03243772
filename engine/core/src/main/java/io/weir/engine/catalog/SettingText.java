package io.weir.engine.catalog;

import io.weir.api.TableSetting;
import io.weir.api.error.TableServiceException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table's setting as a text of its catalog row: a line for each member, such as
 * {@code property:ExpiresAt}, or {@code beforeImages} for a flag that is true. A flag that is false
 * has no line, and no text of a setting has two lines. Any thread.
 */
public final class SettingText {

  private SettingText() {}

  /** Returns the name under which the catalog row keeps the setting: {@code Expiry}. */
  public static String property(TableSetting<?> setting) {
    var name = setting.name();
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /**
   * Returns the text of a value; empty, which removes the setting, for a value whose flags are all
   * false.
   */
  public static <T> String of(TableSetting<T> setting, T value) {
    return setting.write(value).entrySet().stream()
        .filter(member -> !Boolean.FALSE.equals(member.getValue()))
        .map(member ->
            member.getKey() + (member.getValue() instanceof String text ? ":" + text : ""))
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  /**
   * Reads a text that {@link #of} made, but not the empty one. Fails with
   * {@link IllegalStateException} for any other text.
   */
  static <T> T read(TableSetting<T> setting, String text) {
    try {
      return setting.read(members(setting, text));
    } catch (TableServiceException e) {
      throw new IllegalStateException(
          "The table has a value of the setting " + setting
              + " that this version does not know. Open the store with the version of Weir that wrote it. value="
              + text,
          e);
    }
  }

  private static Map<String, Object> members(TableSetting<?> setting, String text) {
    var members = new HashMap<String, Object>();
    setting.members().stream()
        .filter(TableSetting.Member::isFlag)
        .forEach(flag -> members.put(flag.name(), false));
    text.lines().forEach(line -> {
      var end = line.indexOf(':');
      if (end < 0) {
        members.put(line, true);
      } else {
        members.put(line.substring(0, end), line.substring(end + 1));
      }
    });
    return members;
  }
}
