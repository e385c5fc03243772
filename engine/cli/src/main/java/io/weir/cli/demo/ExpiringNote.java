package io.weir.cli.demo;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ConflictException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Instant;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Two entities of a table whose property says when they expire: one that expires tomorrow, and one
 * whose moment is past.
 *
 * @param lasting whether the first one is found
 * @param expired whether the second one is not found any more
 */
record ExpiringNote(boolean lasting, boolean expired) implements Scene {

  private static final TableName NOTES = new TableName("Notes");
  private static final String MOMENT = "ExpiresAt";
  private static final EntityKey TOMORROW = new EntityKey("notes", "tomorrow");
  private static final EntityKey PAST = new EntityKey("notes", "past");
  private static final long DAY_SECONDS = 86_400;

  /** Makes the table and its rule, stores both entities and reads them. */
  static Mono<ExpiringNote> through(TableService service) {
    return service
        .createTable(NOTES)
        .onErrorComplete(ConflictException.class)
        .then(Mono.defer(() -> service.set(NOTES, TableSetting.EXPIRY, Expiry.at(MOMENT))))
        .then(Mono.defer(() -> store(service, TOMORROW, DAY_SECONDS)))
        .then(Mono.defer(() -> store(service, PAST, -1)))
        .then(Mono.defer(() -> Mono.zip(
            service.get(NOTES, TOMORROW).hasElement(),
            service.get(NOTES, PAST).hasElement(),
            (lasting, found) -> new ExpiringNote(lasting, !found))));
  }

  private static Mono<?> store(TableService service, EntityKey key, long inSeconds) {
    var note = Entity.builder(key.partitionKey(), key.rowKey())
        .set(MOMENT, Instant.now().plusSeconds(inSeconds))
        .build();
    return service.write(NOTES, new Write.Upsert(note, WriteMode.REPLACE));
  }

  @Override
  public String title() {
    return "Notes that expire at the moment in their property " + MOMENT;
  }

  @Override
  public List<String> lines() {
    return List.of(
        "expires tomorrow      " + (lasting ? "found" : "not found"),
        "expired a second ago  " + (expired ? "not found" : "found"));
  }
}
