package io.weir.pattern.migration;

import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** The service to which entities are copied, and the way in which they are written. Any thread. */
public interface CopyTarget {

  /** Returns the service, for reads. */
  TableService service();

  /**
   * Makes a table if it is absent. False if nothing is to be copied to it, because the source has
   * dropped it.
   */
  Mono<Boolean> ready(TableName table);

  /**
   * Gives each key its state: stores the entity in place of any other, or removes it if the state
   * is empty. What is absent already stays so.
   */
  Mono<Void> write(Map<TableKey, Optional<Entity>> states);
}
