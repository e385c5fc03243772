package io.weir.api.contract;

import io.weir.api.TableService;
import java.time.Instant;
import java.time.InstantSource;

/** The contract can be kept: the model keeps it, and needs no clock that moves. */
final class ModelTableServiceTest implements TableServiceContract {

  private final TableService model =
      new ModelTableService(InstantSource.fixed(Instant.parse("2020-11-07T01:23:21.0555975Z")));

  @Override
  public TableService service() {
    return model;
  }

  @Override
  public boolean reportsAccessPaths() {
    return false;
  }
}
