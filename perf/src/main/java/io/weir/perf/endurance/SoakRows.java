package io.weir.perf.endurance;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/** Entities of all sizes up to 1 MiB, each with a checksum of its parts. */
final class SoakRows {

  static final int KEYS = 20_000;
  static final int PARTITIONS = 50;

  private static final int LONGEST_PROPERTY = 64 * 1024;

  private SoakRows() {}

  static EntityKey key(int number) {
    return new EntityKey("p%02d".formatted(number % PARTITIONS), "r%06d".formatted(number));
  }

  static Entity any(EntityKey key, SplittableRandom random) {
    var entity = Entity.builder(key.partitionKey(), key.rowKey());
    var sum = new CRC32C();
    var left = length(random);
    for (var part = 0; left > 0; part++) {
      var bytes = new byte[Math.min(left, LONGEST_PROPERTY)];
      random.nextBytes(bytes);
      sum.update(bytes);
      entity.set(part(part), bytes);
      left -= bytes.length;
    }
    return entity.set("Sum", sum.getValue()).build();
  }

  /** Returns the entity; fails if its parts were not written together. */
  static Entity checked(Entity entity) {
    var sum = new CRC32C();
    var count = 0;
    for (var part = entity.getBinary(part(0));
        part.isPresent();
        part = entity.getBinary(part(count))) {
      sum.update(part.get().toByteArray());
      count++;
    }
    if (entity.getInt64("Sum").orElseThrow() != sum.getValue()) {
      throw new IllegalStateException("entity is torn key=" + entity.key());
    }
    return entity;
  }

  private static String part(int number) {
    return "Part" + number;
  }

  /**
   * Returns a length: mostly hundreds of bytes, sometimes thousands, rarely close to the longest
   * entity.
   */
  private static int length(SplittableRandom random) {
    var dice = random.nextInt(2_000);
    if (dice == 0) {
      return 900_000 + random.nextInt(100_000);
    }
    if (dice < 10) {
      return 8_000 + random.nextInt(56_000);
    }
    return dice < 200 ? 1_000 + random.nextInt(7_000) : 1 + random.nextInt(400);
  }
}
