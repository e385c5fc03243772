package io.weir.engine.consensus;

/** A consensus whose nodes are always the same. */
abstract class FixedNodes implements Consensus {

  @Override
  public final void add(String added, String address) {
    throw refused();
  }

  @Override
  public final void addListener(String added, String address) {
    throw refused();
  }

  @Override
  public final void remove(String removed) {
    throw refused();
  }

  private static ChangeRefused refused() {
    return new ChangeRefused("the model's nodes are always the same");
  }
}
