package io.weir.server;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.backup.Backups;
import io.weir.server.metrics.Readiness;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * What stands behind an endpoint.
 *
 * @param tables the tables of each account that is served; called on the loops, must not block
 * @param settings what each of these accounts keeps beside its tables; called on the loops, must not block
 * @param readiness whether requests should be sent; called on the loops, must not block
 * @param backups what writes backups of it; called on the loops, must not block
 */
public record Backend(
    Function<AccountName, TableService> tables,
    Function<AccountName, AccountSettings> settings,
    Readiness readiness,
    Backups backups) {

  /** One that cannot be backed up through the endpoint, and is ready while it takes writes. */
  public Backend(
      Function<AccountName, TableService> tables,
      Function<AccountName, AccountSettings> settings,
      BooleanSupplier takesWrites) {
    this(tables, settings, Readiness.of(takesWrites), name -> {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "resource=$backup");
    });
  }
}
