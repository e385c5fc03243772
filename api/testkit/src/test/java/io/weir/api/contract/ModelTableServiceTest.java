package io.weir.api.contract;

import io.weir.api.TableService;
import java.time.Instant;
import java.time.InstantSource;

/** Proves that the contract can be kept, even with a clock that stands still. */
final class ModelTableServiceTest
    implements TableServiceContract,
        JointContract,
        IndexContract,
        ExpiryContract,
        ChangeContract.Joint,
        ChangeTokenContract.Joint {

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
