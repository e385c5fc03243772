package io.weir.server.json;

import io.weir.api.AccountName;
import io.weir.api.TableName;

/**
 * Where a table stands, as answers tell it.
 *
 * @param accountUrl address of the account as the client sees it, without a slash at the end
 * @param account whose table it is
 * @param table its name as the request spelled it
 */
public record TableAddress(String accountUrl, AccountName account, TableName table) {}
