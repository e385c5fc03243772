package io.weir.pattern;

import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;

/** The patterns over the reference implementation in memory. */
final class ModelPatternsTest implements Patterns {

  private final TableService model = new ModelTableService();

  @Override
  public TableService weir() {
    return model;
  }

  @Override
  public boolean followsChanges() {
    return false;
  }
}
