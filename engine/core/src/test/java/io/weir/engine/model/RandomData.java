package io.weir.engine.model;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.List;
import java.util.Random;

/** Keys from a small set, so that requests meet, and entities from one byte to hundreds of KB. */
final class RandomData {

  private static final List<String> PARTITIONS =
      List.of("", "a", "aa", "ab", "b", "\uD83E\uDD86", "z".repeat(500));

  private final Random random;

  RandomData(Random random) {
    this.random = random;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  TableName table() {
    return new TableName("Table" + random.nextInt(3));
  }

  String partition() {
    return PARTITIONS.get(random.nextInt(PARTITIONS.size()));
  }

  String row() {
    var row = String.format("%03d", random.nextInt(120));
    return random.nextInt(15) == 0 ? row + "-".repeat(500) : row;
  }

  EntityKey key() {
    return new EntityKey(partition(), row());
  }

  Entity entity() {
    return entity(partition(), row());
  }

  /**
   * Most entities are small. Some nearly fill a page or half of one, and a few take pages of their
   * own.
   */
  Entity entity(String partition, String row) {
    var entity = Entity.builder(partition, row).set("N", random.nextInt(10));
    if (random.nextBoolean()) {
      entity.set("Text", "x".repeat(random.nextInt(200)));
    }
    switch (random.nextInt(24)) {
      case 0 -> entity.set("Half", bytes(3_900 + random.nextInt(400)));
      case 1 -> entity.set("Page", bytes(7_700 + random.nextInt(500)));
      case 2 -> {
        for (var part = random.nextInt(5); part >= 0; part--) {
          entity.set("Part" + part, bytes(1 + random.nextInt(60_000)));
        }
      }
      default -> entity.set("Other" + random.nextInt(3), random.nextLong());
    }
    return entity.build();
  }

  private byte[] bytes(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Returns a filter of any access path. */
  String filter() {
    var partition = "PartitionKey eq '" + partition() + "'";
    return switch (random.nextInt(9)) {
      case 0 -> "true";
      case 1 -> partition + " and RowKey eq '" + row() + "'";
      case 2 -> partition + " and (RowKey eq '" + row() + "' or RowKey eq '" + row() + "')";
      case 3 -> partition + " and RowKey ge '" + row() + "' and N gt 4";
      case 4 -> "PartitionKey ge 'a' and PartitionKey lt 'b'";
      case 5 -> "N eq " + random.nextInt(10);
      case 6 -> "not (RowKey lt '060')";
      default -> keyRange();
    };
  }

  /** Returns a filter that denotes ranges of keys. */
  String keyRange() {
    var partition = "PartitionKey eq '" + partition() + "'";
    return switch (random.nextInt(6)) {
      case 0 -> partition;
      case 1 -> partition + " and RowKey lt '" + row() + "'";
      case 2 -> partition + " and (RowKey le '" + row() + "' or RowKey gt '" + row() + "')";
      case 3 -> "PartitionKey gt '" + partition() + "'";
      default -> partition + " and RowKey ge '" + row() + "' and RowKey lt '" + row() + "'";
    };
  }
}
