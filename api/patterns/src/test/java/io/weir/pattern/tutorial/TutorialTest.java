package io.weir.pattern.tutorial;

import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;

/** The tutorial passes as a test. */
final class TutorialTest implements Tutorial {

  private final TableService weir = new ModelTableService();

  @Override
  public TableService weir() {
    return weir;
  }
}
