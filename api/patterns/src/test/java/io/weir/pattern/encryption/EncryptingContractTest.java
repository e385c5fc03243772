package io.weir.pattern.encryption;

import io.weir.api.TableService;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.ExpiryContract;
import io.weir.api.contract.JointContract;
import io.weir.api.contract.ModelTableService;
import io.weir.api.contract.TableServiceContract;

/**
 * A service with hidden properties keeps the whole contract, except for the requests that it
 * refuses.
 */
final class EncryptingContractTest
    implements TableServiceContract,
        ExpiryContract,
        JointContract,
        ChangeContract.Joint,
        ChangeTokenContract.Joint {

  private static final TableService SERVICE = EncryptingTableService.over(
      new ModelTableService(),
      KeyRing.of(AesWrappingKey.of("k1", new byte[32])),
      HiddenProperties.of("HiddenByNobody"));

  @Override
  public TableService service() {
    return SERVICE;
  }

  @Override
  public boolean reportsAccessPaths() {
    return false;
  }
}
