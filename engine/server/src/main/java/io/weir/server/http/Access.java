package io.weir.server.http;

import io.weir.api.TableService;
import java.util.function.UnaryOperator;

/**
 * What the sender of a request may do.
 *
 * @param owner whether it proved to hold a key of the account, and may do everything
 * @param view the account's tables as the sender may use them
 */
public record Access(boolean owner, UnaryOperator<TableService> view) {

  /** Of who holds a key. */
  public static final Access OWNER = new Access(true, UnaryOperator.identity());

  /** Of who holds a token that is good for some uses of tables, and for nothing but tables. */
  public static Access limited(UnaryOperator<TableService> view) {
    return new Access(false, view);
  }
}
