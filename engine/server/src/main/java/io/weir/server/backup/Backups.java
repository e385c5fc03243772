package io.weir.server.backup;

import io.weir.server.json.ControlLine;
import reactor.core.publisher.Flux;

/** Writes backups, one after another. Any thread. */
@FunctionalInterface
public interface Backups {

  /**
   * Writes a backup of this name and tells about it; begins when it is subscribed to. Who leaves hears no more, and the backup goes on.
   *
   * <p>Fails before the first line with a {@link io.weir.api.error.TableServiceException} when that cannot be; later failures are a
   * line.
   */
  Flux<ControlLine> write(String name);
}
