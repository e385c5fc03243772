package io.weir.spring.birds;

import io.weir.pattern.typed.EntityVersion;
import io.weir.pattern.typed.Index;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;

/** A value as an application has it. */
@Index(name = "ByName", properties = "name")
public record Bird(
    @PartitionKey String kind,
    @RowKey String id,
    String name,
    @EntityVersion String version) {

  public Bird(String kind, String id, String name) {
    this(kind, id, name, null);
  }
}
