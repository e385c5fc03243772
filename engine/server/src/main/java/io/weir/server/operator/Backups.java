package io.weir.server.operator;

import io.weir.server.json.ControlLine;
import reactor.core.publisher.Flux;

/** Writes backups, one at a time. Any thread. */
@FunctionalInterface
public interface Backups {

  /**
   * Writes a backup with this name and returns lines about its progress. Begins on subscription.
   * Cancellation ends the lines; the backup continues.
   *
   * <p>Fails with a {@link io.weir.api.error.TableServiceException} if the backup cannot begin. A
   * later failure is reported as a line.
   *
   * @param keep how many backups of the store stay, with the new one, as a number; empty for all
   */
  Flux<ControlLine> write(String name, String keep);
}
