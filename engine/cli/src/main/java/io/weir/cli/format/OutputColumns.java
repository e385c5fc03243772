package io.weir.cli.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of the output: the selected properties, or both keys and every property of the first
 * entities. The Timestamp is written only if it is selected.
 *
 * <p>Belongs to one thread.
 */
final class OutputColumns {

  private final List<String> names;
  private final boolean areSelected;
  private final Set<String> leftOut = new LinkedHashSet<>();

  private OutputColumns(List<String> names, boolean areSelected) {
    this.names = names;
    this.areSelected = areSelected;
  }

  /** Returns the columns for a selection and the first entities. */
  static OutputColumns of(Selection selection, Collection<Entity> first) {
    if (!selection.isAll()) {
      return new OutputColumns(List.copyOf(selection.names()), true);
    }
    var properties = new LinkedHashSet<String>();
    for (var entity : first) {
      for (var cursor = entity.properties(); cursor.next(); ) {
        properties.add(cursor.name());
      }
    }
    return of(properties);
  }

  /** Returns the columns of the keys and of these properties. */
  static OutputColumns of(Collection<String> properties) {
    var names = new LinkedHashSet<>(List.of("PartitionKey", "RowKey"));
    names.addAll(properties);
    return new OutputColumns(List.copyOf(names), false);
  }

  List<String> names() {
    return names;
  }

  /** Returns the texts of an entity's cells; empty for an absent property. */
  List<String> cells(Entity entity) {
    var cells = new ArrayList<String>(names.size());
    for (var name : names) {
      cells.add(cell(entity, name));
    }
    noteLeftOut(entity);
    return cells;
  }

  /**
   * Returns the properties of the entities so far that have no column although they were not
   * deselected.
   */
  Set<String> leftOut() {
    return Set.copyOf(leftOut);
  }

  private void noteLeftOut(Entity entity) {
    if (areSelected) {
      return;
    }
    for (var cursor = entity.properties(); cursor.next(); ) {
      if (!names.contains(cursor.name())) {
        leftOut.add(cursor.name());
      }
    }
  }

  private static String cell(Entity entity, String name) {
    return switch (name) {
      case "PartitionKey" -> entity.partitionKey();
      case "RowKey" -> entity.rowKey();
      case "Timestamp" -> entity.timestamp().map(EdmDateTime::toString).orElse("");
      default -> property(entity, name);
    };
  }

  private static String property(Entity entity, String name) {
    var cursor = entity.properties();
    return cursor.seek(name.getBytes(UTF_8)) ? ValueText.of(cursor.value()) : "";
  }
}
