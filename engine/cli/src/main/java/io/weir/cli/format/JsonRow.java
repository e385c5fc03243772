package io.weir.cli.format;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.cli.rows.InputRow;

/** One object, which begins in this line. */
public record JsonRow(long line, Entity entity) implements InputRow {

  @Override
  public String text(String column) {
    return switch (column) {
      case "PartitionKey" -> entity.partitionKey();
      case "RowKey" -> entity.rowKey();
      default -> entity.get(column).map(ValueText::of).orElse("");
    };
  }

  @Override
  public void fill(EntityBuilder target) {
    for (var cursor = entity.properties(); cursor.next(); ) {
      target.set(cursor.name(), cursor.value());
    }
  }
}
