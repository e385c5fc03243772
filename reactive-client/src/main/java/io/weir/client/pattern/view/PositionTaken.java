package io.weir.client.pattern.view;

/** The failure of a commit whose position another program has replaced or removed since it was read. Nothing was written. */
final class PositionTaken extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PositionTaken(Throwable conflict) {
    super("Another program has moved the view.", conflict, false, false);
  }
}
