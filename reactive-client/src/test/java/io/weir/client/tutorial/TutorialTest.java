package io.weir.client.tutorial;

import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;

/** The tutorial does what it says. */
final class TutorialTest implements Tutorial {

  private final TableService weir = new ModelTableService();

  @Override
  public TableService weir() {
    return weir;
  }
}
