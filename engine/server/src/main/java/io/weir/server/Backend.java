package io.weir.server;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * What stands behind an endpoint.
 *
 * @param doors the tables of each account that is served; called on the loops, must not block
 * @param takesWrites whether the store is ready for writes; called on the loops, must not block
 */
public record Backend(Function<AccountName, TableService> doors, BooleanSupplier takesWrites) {}
