package io.weir.cli.format;

import io.weir.api.edm.EdmType;
import io.weir.api.entity.Entity;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The properties of entities and the types that they have, for a person. Of properties beyond
 * {@value #MOST} it keeps only that there are more. Belongs to one thread.
 */
final class PropertyTypes {

  static final int MOST = 1000;

  private final Map<String, Set<EdmType>> types = new LinkedHashMap<>();
  private boolean isIncomplete;

  /** Takes an entity into account. */
  void see(Entity entity) {
    for (var cursor = entity.properties(); cursor.next(); ) {
      var name = cursor.name();
      var known = types.get(name);
      if (known != null) {
        known.add(cursor.type());
      } else if (types.size() < MOST) {
        types.put(name, EnumSet.of(cursor.type()));
      } else {
        isIncomplete = true;
      }
    }
  }

  /** Returns a line for each property. */
  List<String> description() {
    var lines = types.entrySet().stream()
        .map(each -> "'" + each.getKey() + "' " + named(each.getValue()))
        .collect(Collectors.toList());
    if (isIncomplete) {
      lines.add("and further properties");
    }
    return List.copyOf(lines);
  }

  private static String named(Set<EdmType> several) {
    return several.stream()
        .map(type -> CellType.of(type).toString())
        .collect(Collectors.joining(" or "));
  }
}
