@_exported import NormletBinding
