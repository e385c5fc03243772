package io.weir.server.stream;

import io.weir.api.TableService;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.ExpiryContract;
import io.weir.api.contract.JointContract;
import io.weir.api.contract.RestDialectContract;
import io.weir.client.DialectChoice;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The client keeps the contract over the standard dialect, except where that dialect lacks a
 * feature.
 */
final class RestContractTest
    implements RestDialectContract,
        ExpiryContract,
        JointContract,
        ChangeContract.Joint,
        ChangeTokenContract.Joint {

  @RegisterExtension
  static final ServedModel MODEL = new ServedModel(DialectChoice.REST);

  @Override
  public TableService service() {
    return MODEL.client();
  }

  /** Two pages: the current one and the next. */
  @Override
  public int bytesInTransit() {
    return 8 * 1024 * 1024;
  }
}
