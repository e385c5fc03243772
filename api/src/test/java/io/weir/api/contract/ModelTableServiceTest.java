package io.weir.api.contract;

import io.weir.api.TableService;

/** The contract can be kept: the model keeps it. */
final class ModelTableServiceTest implements TableServiceContract {

  private final TableService model = new ModelTableService();

  @Override
  public TableService service() {
    return model;
  }

  @Override
  public boolean reportsAccessPaths() {
    return false;
  }
}
