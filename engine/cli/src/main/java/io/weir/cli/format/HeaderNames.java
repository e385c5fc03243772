package io.weir.cli.format;

import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Makes property names, which are C# identifiers, from column headers.
 *
 * <p>A header that is an identifier is unchanged. In any other header, characters that an
 * identifier must not contain are removed, and each remaining word begins with a capital:
 * {@code Airport Name} becomes {@code AirportName}, {@code Cost Total $} becomes {@code CostTotal}.
 * A name that would begin with a digit gets the prefix {@code _}. A header without any valid
 * character becomes {@code Column7}. A name that an earlier column or a system property has gets a
 * number: {@code Name2}.
 */
final class HeaderNames {

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}_]+");

  private HeaderNames() {}

  /** Returns a name for each header, all different. */
  static List<String> of(List<String> headers) {
    var names = new ArrayList<String>();
    var taken = new HashSet<String>();
    for (var i = 0; i < headers.size(); i++) {
      var name = free(identifier(headers.get(i), "Column" + (i + 1)), taken);
      taken.add(name);
      names.add(name);
    }
    return List.copyOf(names);
  }

  private static String identifier(String header, String otherwise) {
    var words = WORD.matcher(header).results().map(MatchResult::group).toList();
    if (words.isEmpty()) {
      return otherwise;
    }
    var name = new StringBuilder();
    for (var word : words) {
      name.append(words.size() > 1 ? capitalised(word) : word);
    }
    if (Character.isDigit(name.charAt(0))) {
      name.insert(0, '_');
    }
    return name.substring(0, Math.min(name.length(), Limits.PROPERTY_NAME_UNITS));
  }

  private static String capitalised(String word) {
    var first = word.codePointAt(0);
    return Character.toString(Character.toTitleCase(first))
        + word.substring(Character.charCount(first));
  }

  private static String free(String name, Set<String> taken) {
    var candidate = name;
    for (var number = 2;
        taken.contains(candidate) || EntityBuilder.isSystemProperty(candidate);
        number++) {
      var end = Integer.toString(number);
      candidate =
          name.substring(0, Math.min(name.length(), Limits.PROPERTY_NAME_UNITS - end.length()))
              + end;
    }
    return candidate;
  }
}
