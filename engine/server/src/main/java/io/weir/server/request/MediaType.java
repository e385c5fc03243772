package io.weir.server.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A media type or range with its parameters, as in {@code Accept}, {@code Content-Type} and
 * {@code $format}.
 *
 * @param name type and subtype in lower case, such as {@code application/json}
 * @param parameters names in lower case, values as sent without quotes
 */
public record MediaType(String name, Map<String, String> parameters) {

  public MediaType {
    parameters = Map.copyOf(parameters);
  }

  /** Parses one media type. Never fails; a malformed text matches nothing. */
  public static MediaType parse(String text) {
    var parts = text.split(";", -1);
    var parameters = new HashMap<String, String>();
    for (var i = 1; i < parts.length; i++) {
      var equals = parts[i].indexOf('=');
      if (equals > 0) {
        parameters.put(
            lower(parts[i].substring(0, equals)),
            unquoted(parts[i].substring(equals + 1).strip()));
      }
    }
    return new MediaType(lower(parts[0]), parameters);
  }

  /**
   * Parses a list of media types, as in {@code Accept}. Returns an empty list for an empty text.
   */
  public static List<MediaType> parseList(String text) {
    var types = new ArrayList<MediaType>();
    for (var part : text.split(",", -1)) {
      if (!part.isBlank()) {
        types.add(parse(part));
      }
    }
    return List.copyOf(types);
  }

  /** Returns the value of a parameter in lower case; empty if it is absent. */
  public String parameter(String parameter) {
    return lower(exactParameter(parameter));
  }

  /** Returns the value of a parameter as sent; empty if it is absent. */
  public String exactParameter(String parameter) {
    return parameters.getOrDefault(parameter, "");
  }

  /** Returns whether this type or range includes the given type. Ignores parameters. */
  public boolean covers(String type) {
    return name.equals(type)
        || name.equals("*/*")
        || name.endsWith("/*") && type.startsWith(name.substring(0, name.length() - 1));
  }

  private static String lower(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  private static String unquoted(String value) {
    var quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
