package io.weir.server.request;

import io.weir.api.TableService;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What the sender of a request may do.
 *
 * @param owner whether it proved to hold a key of the account, and may do everything
 * @param view the account's tables as the sender may use them
 * @param service fails with an {@code Authorization..} code when a verb may not be used on the service itself, its properties and stats
 */
public record Access(boolean owner, UnaryOperator<TableService> view, Consumer<Verb> service) {

  /** Of who holds a key. */
  public static final Access OWNER = new Access(true, UnaryOperator.identity(), verb -> {});

  /** Of who holds a token that is good for some uses of tables and of the service. */
  public static Access limited(UnaryOperator<TableService> view, Consumer<Verb> service) {
    return new Access(false, view, service);
  }
}
