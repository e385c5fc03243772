package io.weir.server.json;

import io.weir.api.AccountName;
import io.weir.api.TableName;

/**
 * The address of a table, as responses contain it.
 *
 * @param accountUrl address of the account as the client sees it, without a trailing slash
 * @param account account of the table
 * @param table table name as the request spells it
 */
public record TableAddress(String accountUrl, AccountName account, TableName table) {}
