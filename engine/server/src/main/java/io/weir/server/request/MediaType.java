package io.weir.server.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A media type or range with its parameters, as it stands in {@code Accept}, {@code Content-Type} and {@code $format}.
 *
 * @param name type and subtype in lower case, such as {@code application/json}
 * @param parameters names in lower case and values as they were sent, quotes removed
 */
public record MediaType(String name, Map<String, String> parameters) {

  public MediaType {
    parameters = Map.copyOf(parameters);
  }

  /** Reads one media type. Never fails: what makes no sense matches nothing. */
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

  /** Reads a list of media types, as {@code Accept} holds it; empty for an empty text. */
  public static List<MediaType> parseList(String text) {
    var types = new ArrayList<MediaType>();
    for (var part : text.split(",", -1)) {
      if (!part.isBlank()) {
        types.add(parse(part));
      }
    }
    return List.copyOf(types);
  }

  /** The value of a parameter in lower case; empty when it is not given. */
  public String parameter(String parameter) {
    return lower(exactParameter(parameter));
  }

  /** The value of a parameter as it was sent; empty when it is not given. */
  public String exactParameter(String parameter) {
    return parameters.getOrDefault(parameter, "");
  }

  /** Whether a body of this type is in the range that this stands for, parameters aside. */
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
