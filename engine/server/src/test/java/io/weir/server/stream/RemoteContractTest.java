package io.weir.server.stream;

import io.weir.api.TableService;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.ExpiryContract;
import io.weir.api.contract.IndexContract;
import io.weir.api.contract.JointContract;
import io.weir.api.contract.TableServiceContract;
import io.weir.client.DialectChoice;
import io.weir.testkit.Effort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Client, binary dialect and endpoint keep the contract that their model keeps. */
@Tag(Effort.THOROUGHLY)
final class RemoteContractTest
    implements TableServiceContract,
        JointContract,
        IndexContract,
        ExpiryContract,
        ChangeContract.Joint,
        ChangeTokenContract.Joint {

  @RegisterExtension
  static final ServedModel MODEL = new ServedModel(DialectChoice.STREAMING);

  @Override
  public TableService service() {
    return MODEL.client();
  }

  /**
   * The client's window of 256 KiB, the bytes in its transport, two chunks, and a first dozen of
   * large entities.
   */
  @Override
  public int bytesInTransit() {
    return 1024 * 1024;
  }

  @Override
  public boolean reportsAccessPaths() {
    return false;
  }
}
