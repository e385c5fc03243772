package io.weir.server.request;

import io.weir.api.TableService;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The rights of a request's sender.
 *
 * @param owner whether the sender proved to hold an account key, which grants everything
 * @param view restricts the account's tables to the sender's rights
 * @param service fails with an {@code Authorization..} code if the verb may not be used on the service's properties and
 *     statistics
 */
public record Access(boolean owner, UnaryOperator<TableService> view, Consumer<Verb> service) {

  /** The rights of a sender that holds an account key. */
  public static final Access OWNER = new Access(true, UnaryOperator.identity(), verb -> {});

  /** Returns the rights of a token that allows some uses of tables and of the service. */
  public static Access limited(UnaryOperator<TableService> view, Consumer<Verb> service) {
    return new Access(false, view, service);
  }
}
